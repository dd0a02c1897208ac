import * as words from '#words/ui';

/** The dot at the lower right of an avatar. Its size is in px, like the avatar's. The parent needs `relative`. */
export function PresenceDot() {
  return (
    <span
      role="img"
      aria-label={words.online}
      title={words.online}
      className="absolute end-[6%] bottom-[6%] size-[14px] rounded-full border-2 border-raised bg-presence"
    />
  );
}
