/** The browser's entry. It starts in several tasks, so that a visitor's input never waits for all of them. */
import '@site/shared/ui/styles/index.css';

/** The newest features that the scripts need: Chrome 120, Firefox 124 and Safari 17.4 have all of them. */
const isSupported = 'withResolvers' in Promise && 'any' in AbortSignal && 'canParse' in URL;

// Older browsers keep the page as the server sent it: it works without scripts, but not with scripts that fail halfway.
if (isSupported) void start();

async function start(): Promise<void> {
  // The files have been evaluated in the current task.
  await nextTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  const { hydrate } = await import(/* webpackMode: "eager" */ './hydrate.tsx');
  await nextTask();
  await hydrate(nextTask);
}

/** Ends the current task, so that the browser can handle input first. */
function nextTask(): Promise<void> {
  return window.scheduler?.yield ? window.scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}
