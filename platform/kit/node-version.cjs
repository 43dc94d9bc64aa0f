// Loaded before every program of the project: says in one line what an old Node would say in an unreadable way.
const [major] = process.versions.node.split('.').map(Number);

if (major < 24) {
  console.error(
    `SITE-NODE Node 24 or later is needed, this is ${process.version}. Install it from https://nodejs.org, or run "npm ci" where the project brings its own.`,
  );
  process.exit(1);
}
