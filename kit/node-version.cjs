// Loaded before every program of the project: says in one line what an old Node would say in an unreadable way.
const [major] = process.versions.node.split('.').map(Number);

if (major < 24) {
  console.error(`SITE-NODE Node 24 or later is needed, this is ${process.version}. Run "npm ci": it brings its own.`);
  process.exit(1);
}
