// Copies and mails the record as people have completed it. The clipboard's own interface is missing on http pages, which is where this page lives.
const record = document.getElementById("record");
const copy = document.getElementById("copy");
const copied = document.getElementById("copied");
const mail = document.getElementById("mail");
const sentence = document.getElementById("sentence").textContent;

copy.hidden = false;
copy.addEventListener("click", () => {
  record.select();
  if (document.execCommand("copy")) copied.textContent = copy.dataset.copied;
});

record.addEventListener("input", () => {
  const body = encodeURIComponent(`${sentence}\n\n${record.value}`);
  mail.href = mail.href.replace(/(&body=).*/, `$1${body}`);
});
