import { recordLimits } from '@site/releases/limits.ts';
import { acceptRecord } from '@site/releases/operations/setRecord.ts';
import { readPolicy, routePolicy } from '@site/releases/policy.ts';
import { isOwner } from './access/rights.ts';
import { roomLimits } from './limits.ts';
import { keyRefusal } from './pages/answers.ts';
import { policyAnswer } from './pages/policyAnswer.ts';
import type { RoomParts } from './RoomParts.ts';
import { outcomeOf } from './reading/outcome.ts';
import { type AddAct, sentRecord } from './signedRoutes.ts';

/** Takes a route policy that the owner has signed in their browser, as the release service does. */
export function policyActs(add: AddAct, { reader, trust, site }: RoomParts): void {
  add('POST', '/policy/signed', recordLimits.policy + roomLimits.envelope, async ({ texts, who, request }) => {
    if (!isOwner(who)) return undefined;
    const { record, replaced } = sentRecord(request);
    const policy = readPolicy(JSON.stringify(record), routePolicy.path);
    const { key = '', value = '' } = policy.signature ?? {};
    const refused = keyRefusal(texts, trust, key, routePolicy.app);
    if (refused) return refused;
    const before = await reader.storedPolicy();
    const about = { subject: routePolicy.subject, signature: value, isReporting: (await site()) !== undefined };
    const outcome = await outcomeOf(reader, about, () =>
      acceptRecord(reader.options.store, routePolicy, policy, replaced, trust),
    );
    return policyAnswer(texts, { before, policy, outcome });
  });
}
