// Who works by keys never falls off the page: when what had the focus goes, its nearest surroundings that stay have it.

export function keeping(change) {
  const path = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) path.push(at);
  change();
  if (path.length && document.activeElement === document.body) {
    path.find((element) => element.isConnected && element.matches("[tabindex]") && visible(element))?.focus();
  }
}

const visible = (element) => element.getClientRects().length > 0;
