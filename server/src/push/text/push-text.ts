import { wordsIn } from '#words/push';
import type { PushKind, PushPayload } from '@roost/contract/push';
import { excerptOf } from '@roost/contract/text/text';
import { directionOf, localeFor } from '../../platform/locale.ts';

/** A push whose text says who did what. */
export interface PushText extends Pick<PushPayload, 'kind' | 'title' | 'body' | 'tag' | 'opens'> {
  icon: string | null;
  isSilent?: boolean;
  /** Whether the call rings. */
  isRinging?: boolean;
  /** The text if it must not say who did what. The default follows from the kind. */
  discreetKind?: 'missedCall' | 'callOver';
}

/** In code units. Lock screens show fewer, and the whole push has at most 4 KB. */
const MAX_BODY_LENGTH = 280;

/** The words of a language tag that a person chose. */
export function wordsFor(language: string) {
  return wordsIn(localeFor(language));
}

/** Builds what the service worker gets. Without a preview, it has nothing that a lock screen should not show. */
export function payloadOf(
  { kind, title, body, icon, isSilent = false, isRinging = false, discreetKind, ...rest }: PushText,
  { language, site, hasPreview }: { language: string; site: string; hasPreview: boolean },
): PushPayload {
  const locale = localeFor(language);
  const words = wordsIn(locale);
  const what: PushKind | 'missedCall' | 'callOver' = discreetKind ?? kind;
  const text = hasPreview
    ? { title, body: excerptOf(body.replace(/\s+/gu, ' ').trim(), MAX_BODY_LENGTH), icon }
    : { title: site, body: words.discreet({ kind: what }), icon: null };
  return {
    kind,
    ...text,
    ...rest,
    lang: locale,
    dir: directionOf(locale),
    isSilent,
    answer: isRinging ? words.openCall : null,
  };
}
