/** Where the development server's own files are. */
export const developmentPrefix = '/_dev/';

/**
 * A document with the script that shows what is to be mended.
 *
 * @param revision which of the builds the document was made of
 */
export const withClient = (html: string, revision = 0): string =>
  html.replace(
    '</head>',
    `<script type="module" src="${developmentPrefix}client.mjs?revision=${revision}"></script>\n</head>`,
  );

/** Stands in for every page while the shell can't be built. */
export const waitingPage = withClient(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The shell is not built yet</title>
</head>
<body></body>
</html>
`);
