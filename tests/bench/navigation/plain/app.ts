/** The plainest React app that swaps the site's pages: it has their elements, and nothing of the site's code. */
import { createElement, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const pages = new Map<string, Promise<ReactNode>>();

/** Attributes that React knows under another name, and those that are true without a value. */
const names: Readonly<Record<string, string>> = { class: 'className', for: 'htmlFor', tabindex: 'tabIndex' };
const flags = ['open', 'disabled', 'required', 'novalidate', 'allowfullscreen', 'inert', 'hidden'];
const initial: Readonly<Record<string, string>> = { value: 'defaultValue', checked: 'defaultChecked' };

const elementsOf = (parent: Element): ReactNode[] => [...parent.childNodes].map(nodeOf);

function nodeOf(node: Node, key: number): ReactNode {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null;
  const attributes = [...node.attributes].filter(({ name }) => name !== 'style');
  const props = attributes.map(({ name, value }) => {
    const field = node.matches('input') ? initial[name] : undefined;
    return [field ?? names[name] ?? name, flags.includes(name) || name === 'checked' ? true : value];
  });
  return createElement(node.localName, { key, ...Object.fromEntries(props) }, ...elementsOf(node));
}

function pageAt(path: string): Promise<ReactNode> {
  const known = pages.get(path);
  if (known) return known;
  const page = fetch(path).then(async (answer) => {
    const parsed = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const site = parsed.getElementById('site');
    return site && elementsOf(site);
  });
  pages.set(path, page);
  return page;
}

function App({ first }: { readonly first: ReactNode }) {
  const [page, setPage] = useState({ path: window.location.pathname, content: first });
  useEffect(() => {
    const linkOf = ({ target }: Event) => (target as Element).closest<HTMLAnchorElement>('a[href^="/"]');
    document.addEventListener('pointerover', (event) => {
      const link = linkOf(event);
      if (link) void pageAt(link.pathname);
    });
    document.addEventListener('click', async (event) => {
      const path = linkOf(event)?.pathname;
      if (!path) return;
      event.preventDefault();
      window.history.pushState(null, '', path);
      setPage({ path, content: await pageAt(path) });
    });
    document.documentElement.dataset.hydrated = '';
  }, []);
  useLayoutEffect(() => {
    if (page.path) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [page.path]);
  return createElement('div', { key: page.path, style: { display: 'contents' } }, page.content);
}

const site = document.getElementById('site');
if (site) createRoot(site).render(createElement(App, { first: elementsOf(site) }));
