import { withAgreement } from '@site/releases/agreement.ts';
import { frozenPolicy, liftedPolicy } from '@site/releases/freeze.ts';
import { isAppName, isVersion } from '@site/releases/names.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { readPolicyRequest, withRequest } from '@site/releases/policyRequest.ts';
import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { nextSerial, pointerLife } from '@site/releases/signing/bounds.ts';
import { isOwner, mayAct } from './access/rights.ts';
import { signersOf } from './actPages.ts';
import { roomLimits } from './limits.ts';
import { agreementPage } from './pages/agreementPage.ts';
import { freezePage } from './pages/freezePage.ts';
import type { Approval } from './pages/policyParts.ts';
import { requestPage } from './pages/requestPage.ts';
import type { SigningTask } from './pages/SigningTask.ts';
import { type AddPage, type PageRequest, type RoomParts, textIn } from './RoomParts.ts';
import { isWritable } from './reading/offers.ts';
import { type PolicyProposal, proposePolicy } from './reading/policyProposal.ts';

/** Pages where the owner looks at what a change would make of the route policy, and signs it. Looking at them changes nothing. */
export function policyPages(page: AddPage, parts: RoomParts): void {
  const { reader } = parts;

  page('/policy', async ({ texts, who }) =>
    isOwner(who) ? requestPage({ texts, reader: who, pasted: '' }) : undefined,
  );

  page(
    '/policy/agree/:app/:version',
    async ({ texts, who, params: { app = '', version = '' } }) => {
      if (!isOwner(who) || !isAppName(app) || !isVersion(version)) return undefined;
      const manifest = await reader.manifest(app, version);
      if (!manifest || app === 'shell') return undefined;
      const proposal = await proposePolicy(reader, (current) => {
        reader.options.trust.assertRelease(manifest);
        return withAgreement(current, manifest);
      });
      const approval = approvalOf(parts, who, proposal, `policy --agree ${app}@${version}`);
      return agreementPage({ texts, reader: who, app, version, proposal, approval });
    },
    'signs',
  );

  page(
    '/freeze',
    async ({ texts, who, query }) => {
      if (!isOwner(who)) return undefined;
      const frozen = (await reader.storedPolicy())?.frozen;
      const reason = typeof query.reason === 'string' ? textIn(query.reason, roomLimits.pasted) : undefined;
      const isAsked = frozen !== undefined || reason !== undefined;
      const proposal = isAsked
        ? await proposePolicy(reader, (current) =>
            frozen ? liftedPolicy(current) : frozenPolicy(current, reason ?? ''),
          )
        : undefined;
      const command = frozen ? 'freeze --lift' : `freeze ${reason ? quoted(reason) : ''}`.trim();
      const approval = proposal && approvalOf(parts, who, proposal, command);
      return freezePage({ texts, reader: who, frozen, reason, proposal, approval });
    },
    'signs',
  );
}

/** Takes what a team has sent, and shows what the policy would be with it. */
export function policyForms(form: AddPage, parts: RoomParts): void {
  form(
    '/policy',
    async ({ texts, who, query }) => {
      if (!isOwner(who)) return undefined;
      const pasted = textIn(query.request, roomLimits.pasted);
      let remote = '';
      const proposal = await proposePolicy(parts.reader, (current) => {
        const request = readPolicyRequest(jsonIn(pasted), 'What was pasted');
        remote = request.remote;
        return withRequest(current, request);
      });
      const approval = approvalOf(parts, who, proposal, `policy --request ${remote}.request.json`);
      return requestPage({ texts, reader: who, pasted, remote, proposal, approval });
    },
    'signs',
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How a change is signed; undefined where it would be refused. */
function approvalOf(
  { reader, trust, origin }: RoomParts,
  who: PageRequest['who'],
  { next, effect, replaced }: PolicyProposal,
  words: string,
): Approval | undefined {
  if (!next) return undefined;
  const loses = effect !== undefined && effect.addresses.gone.length > 0;
  const command = `npx site ${words}${loses ? ' --yes' : ''}${isOwnMachine(origin()) ? '' : ' --key FILE'}`;
  if (!mayAct(who, 'shell') || !isWritable(reader)) return { command };
  const claims = {
    ...routePolicy.claims,
    site: trust.site,
    serial: nextSerial(replaced),
    expires: new Date(Date.now() + pointerLife).toISOString(),
  };
  const task = (language: string): SigningTask => ({
    kind: 'policy',
    record: next,
    claims,
    replaced,
    to: `/${language}/policy/signed`,
  });
  return { command, task, keys: signersOf(trust, 'shell') };
}

/** A word of a shell's command line: it may be copied, and anyone may have written it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
