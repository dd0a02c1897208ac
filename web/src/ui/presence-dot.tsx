import * as words from '#words/ui';

/** The dot at the lower right of an avatar. The parent needs `relative`. */
export function PresenceDot() {
  return (
    <span
      role="img"
      aria-label={words.online}
      title={words.online}
      className="absolute end-[6%] bottom-[6%] size-3.5 rounded-full border-2 border-raised bg-presence"
    />
  );
}
