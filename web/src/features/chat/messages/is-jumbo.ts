const emoji =
  /^(?:\p{Regional_Indicator}{2}|[\d#*]\uFE0F?\u20E3|(?:(?!\p{Regional_Indicator})\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic}|[\u{E0020}-\u{E007F}])*)$/u;
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const MAX_JUMBO_EMOJI = 3;
/** The longest emoji sequences have about 20 code units. */
const MAX_JUMBO_LENGTH = 80;

/** Whether a text is one to three emoji and nothing else. A message shows them large. */
export function isJumbo(text: string): boolean {
  if (text.length > MAX_JUMBO_LENGTH) return false;
  const shown = [...characters.segment(text.replace(/\s/g, ''))];
  return (
    shown.length > 0 &&
    shown.length <= MAX_JUMBO_EMOJI &&
    shown.every(({ segment }) => emoji.test(segment))
  );
}
