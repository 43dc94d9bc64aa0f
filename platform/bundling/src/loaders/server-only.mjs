/**
 * Rspack loader: empties a module that only the server needs. Browsers get neither it nor its imports, and its default
 * export is undefined.
 */
export default function serverOnly() {
  return 'export default undefined;\n';
}
