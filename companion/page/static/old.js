// A browser that is too old for the page's modules, such as an old phone's, shows the race as one without scripts does.
if (!window.Promise || !Promise.any) {
  var note = document.querySelector("body > noscript");
  note.insertAdjacentHTML("afterend", note.textContent);
  var sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = "/static/no-script.css";
  document.head.appendChild(sheet);
  setTimeout(function () { location.reload(); }, 5000);
}
