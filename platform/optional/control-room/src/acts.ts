import { authorityOf } from '@site/release-service/authorityOf.ts';
import { recordLimits } from '@site/releases/limits.ts';
import { isVersion } from '@site/releases/names.ts';
import { forget } from '@site/releases/operations/forget.ts';
import { acceptPointer } from '@site/releases/operations/promote.ts';
import { parsePointer } from '@site/releases/pointer.ts';
import { signerOf } from '@site/releases/signing/requests.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { mayLookAt } from './access/rights.ts';
import { roomLimits } from './limits.ts';
import { keyRefusal } from './pages/answers.ts';
import { discardedAnswer, doneAnswer } from './pages/doneAnswer.ts';
import type { RoomParts } from './RoomParts.ts';
import { outcomeOf } from './reading/outcome.ts';
import { type AddAct, sentRecord } from './signedRoutes.ts';

/**
 * Takes pointers that people have signed in their browsers, and their requests to discard a version. The room itself signs nothing: it
 * passes on what the release operations check again.
 */
export function acts(add: AddAct, parts: RoomParts): void {
  const { reader, trust, site, received, settings } = parts;
  const { store, policy } = reader.options;

  add('POST', '/apps/:app/pointer', recordLimits.pointer + roomLimits.envelope, async (asked) => {
    const {
      texts,
      who,
      params: { app = '' },
      request,
    } = asked;
    if (!mayLookAt(who, app)) return undefined;
    const { record, replaced } = sentRecord(request);
    const pointer = pointerIn(record);
    const { key = '', value = '' } = pointer.signature ?? {};
    const refused = keyRefusal(texts, trust, key, app);
    if (refused) return refused;
    const about = { subject: app, signature: value, isReporting: (await site()) !== undefined };
    const outcome = await outcomeOf(reader, about, () =>
      acceptPointer(store, app, pointer, replaced, { trust, policy }),
    );
    return doneAnswer(texts, app, pointer, outcome);
  });

  add('DELETE', '/apps/:app/:version', roomLimits.envelope, async (asked) => {
    const {
      texts,
      who,
      params: { app = '', version = '' },
      request,
    } = asked;
    if (!mayLookAt(who, app) || !isVersion(version)) return undefined;
    const { method, headers, url: path } = request;
    const signature = signerOf({
      method,
      authority: authorityOf(request, settings.CONTROL_ROOM_ORIGIN),
      path,
      headers,
    });
    const refused = keyRefusal(texts, trust, signature.key, app);
    if (refused) return refused;
    trust.assertMember(signature.key, app);
    received.add(signature);
    await forget(store, app, version);
    return discardedAnswer(texts, app, version);
  });
}

function pointerIn(record: unknown): Pointer {
  try {
    return parsePointer(record);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new OperatorError('RELEASE-REQUEST', `What was sent is no pointer: ${z.prettifyError(error)}`);
  }
}
