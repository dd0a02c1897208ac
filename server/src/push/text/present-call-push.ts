import type { CallMedia } from '@roost/contract/calls';
import { findCall } from '../../calls/call.queries.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { profilePictureUrl } from '../../users/profile-picture.ts';
import { findPeopleOfPush, type PeopleOfPush, type PresentedPush } from './push-people.ts';
import { wordsFor, type PushText } from './push-text.ts';

/** Presents a call that rings, or one that is over and takes the place of the ringing one. */
export async function presentCallPush(
  ctx: MemberContext,
  { callId, isOver }: { callId: string; isOver: boolean },
): Promise<PresentedPush | null> {
  const call = await findCall(ctx, callId);
  if (!call || call.callee_id !== ctx.viewer.id) return null;
  if (isOver !== (call.status !== 'ringing')) return null;
  const people = await findPeopleOfPush(ctx, { actorId: call.caller_id });
  if (!people) return null;
  const { actor, reader } = people;
  const words = wordsFor(reader.language);
  const { full_name: name } = actor.user;
  const common = commonPart(ctx, people);
  if (isOver) {
    const body = call.reason === 'rejected' ? words.callDeclined : words.callAnswered;
    const text = {
      ...common,
      title: name,
      body,
      isSilent: true,
      discreetKind: 'callOver',
    } as const;
    return { language: reader.language, text };
  }
  const body = mediaWord(call.media, reader.language);
  return {
    language: reader.language,
    text: { ...common, title: words.isCalling({ name }), body, isRinging: true },
    expiresAt: call.created_at.getTime() + ctx.config.callRingSeconds * 1_000,
  };
}

export function missedCall(
  ctx: MemberContext,
  media: CallMedia,
  people: PeopleOfPush,
): PresentedPush {
  const { language } = people.reader;
  const words = wordsFor(language);
  const title = words.missedCallFrom({ name: people.actor.user.full_name });
  const body = mediaWord(media, language);
  const text = { ...commonPart(ctx, people), title, body, discreetKind: 'missedCall' } as const;
  return { language, text };
}

function mediaWord(media: CallMedia, language: string): string {
  const words = wordsFor(language);
  return media === 'video' ? words.videoCall : words.voiceCall;
}

/** All pushes about the calls of one person have one tag, so the end of a call replaces its ringing. */
function commonPart(
  ctx: MemberContext,
  { actor: { user } }: PeopleOfPush,
): Pick<PushText, 'kind' | 'tag' | 'opens' | 'icon'> {
  return {
    kind: 'calls',
    tag: `call ${user.id}`,
    opens: { page: 'chat', userId: user.id },
    icon: profilePictureUrl(ctx, user.avatar, 320),
  };
}
