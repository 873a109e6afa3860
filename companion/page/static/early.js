// A button that is pressed before the page's modules are there is pressed again when they are: on a slow phone that takes a second.
(function () {
  var early = null;

  function keep(event) {
    var button = event.target.closest("button:not([popovertarget])");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    if (early) early.removeAttribute("aria-busy");
    early = button;
    early.setAttribute("aria-busy", "true");
  }

  document.addEventListener("click", keep, true);
  document.addEventListener("DOMContentLoaded", function () {
    document.removeEventListener("click", keep, true);
    if (!early) return;
    early.removeAttribute("aria-busy");
    early.click();
  });
})();
