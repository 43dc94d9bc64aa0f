// Imported by every page under development: a hot update can't add a package of the shell that the page doesn't have yet.
for (const load of [
  () => require('react'),
  () => require('react/jsx-runtime'),
  () => require('react/jsx-dev-runtime'),
  () => require('react-router-dom'),
  () => require('react-i18next'),
  () => require('@site/shared'),
])
  load();
