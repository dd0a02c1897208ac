/** On an avatar, at its lower right, and in px like it; stands inside what is `relative`. */
export function PresenceDot() {
  return (
    <span
      role="img"
      aria-label="Online"
      title="Online"
      className="absolute right-[6%] bottom-[6%] size-[14px] rounded-full border-2 border-raised bg-presence"
    />
  );
}
