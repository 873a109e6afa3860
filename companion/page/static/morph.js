// Makes a part of the page the same as fresh HTML while keeping what did not change: focus, open details, half-filled forms.

export function morph(part, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  children(part, fresh.content);
}

function children(old, fresh) {
  const keyed = new Map([...old.children].filter(keyOf).map((element) => [keyOf(element), element]));
  let at = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const match = keyOf(node) ? keyed.get(keyOf(node)) : reusable(at, node) ? at : null;
    if (!match) {
      old.insertBefore(node, at);
    } else {
      if (match === at) at = at.nextSibling;
      else old.insertBefore(match, at);
      same(match, node);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function same(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  }
  if (!("keep" in old.dataset)) children(old, fresh);
}

// A part marked data-keep is filled by a script of its own. `open` is the person's doing, `style` and `aria-busy` the scripts'.
const KEPT = new Set(["open", "style"]);

const keyOf = (node) => node.dataset?.key;

const reusable = (old, fresh) => old && !keyOf(old) && old.nodeName === fresh.nodeName;
