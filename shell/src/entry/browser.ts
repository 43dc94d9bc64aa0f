/** The browser's entry. Each part starts in a task of its own, so that a visitor who does something never waits for all of them. */
import '@site/shared/ui/styles/index.css';
import { nextTask } from './nextTask.ts';

void start();

async function start(): Promise<void> {
  // The files are evaluated in the task before.
  await nextTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  const { takeOver } = await import(/* webpackMode: "eager" */ './takeOver.tsx');
  await nextTask();
  await takeOver();
}
