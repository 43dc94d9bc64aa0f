/** One static page with inline CSS and nothing else: no page can be faster than this. */
export const floorPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Floor</title>
<meta name="description" content="As little as a page can be.">
<link rel="icon" href="data:,">
<style>body { margin: 2rem auto; max-width: 40rem; padding: 0 1rem; font: 1.125rem/1.6 system-ui, sans-serif }</style>
</head>
<body>
<main>
<h1>The floor</h1>
<p>${'A page that needs one request and runs no script. '.repeat(12).trim()}</p>
</main>
</body>
</html>
`;
