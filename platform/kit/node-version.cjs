// Loaded before every program of the project: explains in one line what an old Node would report unreadably.
const [major] = process.versions.node.split('.').map(Number);

if (major < 24) {
  console.error(
    `SITE-NODE Node 24 or later is needed, this is ${process.version}. Install it from https://nodejs.org, or run "npm ci" where the project brings its own.`,
  );
  process.exit(1);
}
