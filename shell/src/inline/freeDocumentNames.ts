/**
 * Takes the names of elements that hide something of `document`: `<form name="currentScript" data-entry="…">` would tell which
 * script to start. The id of a picture with a name hides as its name does. Prototypes are what no element hides.
 */
export function freeDocumentNames(): void {
  const named = Document.prototype.querySelectorAll.call(document, 'form[name],img[name],iframe[name]');
  const { getAttribute, removeAttribute } = Element.prototype;
  const hides = (element: Element) =>
    ['name', 'id'].some((attribute) => `${getAttribute.call(element, attribute)}` in Document.prototype);
  for (const element of named) if (hides(element)) removeAttribute.call(element, 'name');
}
