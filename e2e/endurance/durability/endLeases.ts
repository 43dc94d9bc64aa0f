import { type DatabaseOptions, openDatabase } from '@site/api/database/open.ts';

/**
 * Makes every mail that waits due now, as if hours had passed. Only while no server runs: then nobody has a mail any more,
 * and the leases of killed senders would merely be waited for.
 */
export async function endLeases(place: DatabaseOptions): Promise<void> {
  const database = await openDatabase(place);
  try {
    const now = new Date().toISOString();
    await database.updateTable('outbox').set({ due_at: now }).where('state', '=', 'waiting').execute();
  } finally {
    await database.destroy();
  }
}
