/** The development server's own pages, and the script that it adds to every page. */
/** The path of the development server's own files. */
export const developmentPrefix = '/_dev/';

/**
 * Adds the script that shows problems to a document.
 *
 * @param revision number of the build that the document was rendered from
 */
export function withClient(html: string, revision = 0): string {
  const script = `<script type="module" src="${developmentPrefix}client.mjs?revision=${revision}"></script>`;
  const sheet = `<link rel="stylesheet" href="${developmentPrefix}fragments.css">`;
  return html.replace('</head>', `${sheet}\n${script}\n</head>`);
}

/** Replaces every page while there is nothing to show, because the first build has errors. */
export const waitingPage = withClient(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not built yet</title>
</head>
<body></body>
</html>
`);
