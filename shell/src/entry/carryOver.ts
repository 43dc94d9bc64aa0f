import { useLayoutEffect, useState } from 'react';

/** What a visitor can use. */
const usable = 'a, button, summary, input, textarea, select, details, [tabindex]';

type Typed = HTMLInputElement | HTMLTextAreaElement;

/** The page that the server sent, as the visitor has left it. */
interface ServedPage {
  readonly nodes: readonly Node[];
  readonly focused: Element | null;
  /** The selection in the focused field, which fields of some types don't tell. */
  readonly selection: Pick<Typed, 'selectionStart' | 'selectionEnd' | 'selectionDirection'> | undefined;
}

/**
 * Keeps what a visitor did before hydration. Where an extension has changed the page, React can't hydrate it and renders
 * everything anew: texts, ticks, choices, opened questions and the focus move to the new elements.
 */
export function useCarryOver(site: Element): void {
  // React renders anew in the task that also replaces the page, and keeps the state of that last render.
  const [served] = useState(() => servedIn(site));
  // Before effects restore a form's draft, which goes only into fields that are untouched.
  useLayoutEffect(() => {
    if (served.nodes.length > 0 && !served.nodes.some(({ isConnected }) => isConnected)) carryOver(served, site);
  }, [served, site]);
}

function servedIn(site: Element): ServedPage {
  const { activeElement: focused } = document;
  const { selectionStart = null, selectionEnd = null, selectionDirection = null } = isTyped(focused) ? focused : {};
  const selection = selectionStart === null ? undefined : { selectionStart, selectionEnd, selectionDirection };
  return { nodes: [...site.childNodes], focused, selection };
}

function carryOver(served: ServedPage, site: Element): void {
  const page = new DocumentFragment();
  page.append(...served.nodes);
  keepArea(page, site);
  if (served.focused && site.contains(served.focused)) focus(served.focused, served);
  const found = elementsByName(site);
  for (const [name, before] of elementsByName(page)) {
    const after = found.get(name);
    if (!after) continue;
    copyState(before, after);
    if (before === served.focused) focus(after, served);
  }
}

function focus(element: Element, { selection }: ServedPage): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  if (selection) Object.assign(element, selection);
}

/** A remote that couldn't be loaded renders nothing: its page stays as the server sent it. */
function keepArea(page: ParentNode, site: Element): void {
  const [before, after] = [page, site].map((each) => each.querySelector('main [data-remote]'));
  if (before && after && !after.hasChildNodes()) after.append(...before.childNodes);
}

/** The elements that a visitor can use, by name and by number among those of the same name. An extension's have other names. */
function elementsByName(page: ParentNode): ReadonlyMap<string, Element> {
  const counts = new Map<string, number>();
  const named = [...page.querySelectorAll(usable)].map((element) => {
    const name = nameOf(element);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [`${name} ${count}`, element] as const;
  });
  return new Map(named);
}

function nameOf(element: Element): string {
  const attribute = ['name', 'id', 'href', 'class'].find((each) => element.getAttribute(each)) ?? '';
  const choice = /^(?:checkbox|radio)$/.test(element.getAttribute('type') ?? '') ? element.getAttribute('value') : '';
  const form = element.closest('form')?.getAttribute('action');
  return [form, element.localName, element.getAttribute(attribute), choice].join(' ');
}

function copyState(before: Element, after: Element): void {
  if (before instanceof HTMLDetailsElement && after instanceof HTMLDetailsElement) after.open = before.open;
  if (before instanceof HTMLSelectElement && after instanceof HTMLSelectElement) choose(before, after);
  if (isTyped(before) && isTyped(after)) fill(before, after);
}

const isTyped = (element: Element | null): element is Typed =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

function choose(before: HTMLSelectElement, after: HTMLSelectElement): void {
  const chosen = new Set([...before.selectedOptions].map(({ value }) => value));
  for (const option of after.options) option.selected = chosen.has(option.value);
}

/** Leaves what the visitor hasn't touched as the new page has it. */
function fill(before: Typed, after: Typed): void {
  if (before instanceof HTMLInputElement && after instanceof HTMLInputElement) {
    if (before.checked !== before.defaultChecked) after.checked = before.checked;
    if (before.type === 'file') after.files = before.files;
    if (/^(?:file|checkbox|radio|hidden)$/.test(before.type)) return;
  }
  if (before.value !== before.defaultValue) after.value = before.value;
}
