// The tabs of one browser share what it may do: one tells the others that this may be another now.
const tabs = new BroadcastChannel("paired");

export const tellTabs = () => tabs.postMessage("");
export const onTold = (act) => tabs.addEventListener("message", act);
