import { PenLine } from 'lucide-react';

/** Floats at the thumb on phones, out of the way of a box one writes in and of a page that is to be read to its edge; wider screens have it in the side column. */
export function PostButton({ onPost }: { onPost: () => void }) {
  return (
    <button
      type="button"
      aria-label="Post"
      data-post-button
      onClick={onPost}
      className="fixed right-4 bottom-[calc(var(--bottom-bar)+1rem)] z-30 flex size-14 items-center justify-center rounded-full bg-accent text-on-accent shadow-float transition-colors active:bg-accent-hover md:hidden [:root:has(main_[data-composer]:focus-within)_&]:hidden [:root:has(main_[data-no-post-button])_&]:hidden"
    >
      <PenLine size={24} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
