/** A text that would run in five ways, if a browser made markup of it as written. */
export const hostile = [
  '<b id="read">',
  'Hall</b>',
  '<img src="/nothing.png" onerror="window.ran = 1">',
  '<svg onload="window.ran = 2"></svg>',
  '<iframe srcdoc="<script>parent.ran = 3</script>"></iframe>',
  '<a id="lead" href="javascript:window.ran = 4">',
  'lead</a>',
  '<script>window.ran = 5</script>',
].join('');
