/**
 * Takes the names of elements that hide something of `document`: `<form name="currentScript" data-entry="…">` would tell which
 * script to start. Prototypes are what no element hides.
 */
export function freeDocumentNames(): void {
  const named = Document.prototype.querySelectorAll.call(document, 'form[name],img[name],iframe[name]');
  const { getAttribute, removeAttribute } = Element.prototype;
  for (const element of named)
    if (`${getAttribute.call(element, 'name')}` in Document.prototype) removeAttribute.call(element, 'name');
}
