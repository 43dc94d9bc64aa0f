import { madeOnce } from './madeOnce.ts';
import { Team } from './Team.ts';

/** The name of the team's remote. */
const remote = 'events';

/**
 * The team that all tests of a run begin with: on its first day it has made its repository of the packed files, in an empty
 * folder. Tests clone it: packing and npm take longer than most of what they try.
 */
export async function firstTeam(): Promise<Team> {
  const folder = await madeOnce('first-team', async (empty) => {
    const team = new Team(remote, empty);
    await team.pack();
    await team.create();
  });
  return new Team(remote, folder);
}
