/** The browser's entry. Each part starts in a task of its own, so that a visitor who does something never waits for all of them. */
import '@site/shared/ui/styles/index.css';
import { nextTask } from './nextTask.ts';

/** The newest of what the scripts rely on: Chrome 120, Firefox 124 and Safari 17.4 have all of it. */
const isSupported = 'withResolvers' in Promise && 'any' in AbortSignal && 'canParse' in URL;

// Older browsers keep the page as the server sent it. It works without scripts, but not with half of them.
if (isSupported) void start();

async function start(): Promise<void> {
  // The files are evaluated in the task before.
  await nextTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  const { takeOver } = await import(/* webpackMode: "eager" */ './takeOver.tsx');
  await nextTask();
  await takeOver();
}
