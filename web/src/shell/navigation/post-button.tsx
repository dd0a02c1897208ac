import * as words from '#words/shell';
import { PenLine } from 'lucide-react';
import { FloatingActionButton } from '../../ui/controls/floating-action-button.tsx';

/**
 * The button that opens the composer on phones. Pages with their own button or with forms do not show it. Wider screens
 * have the button in the side column.
 */
export function PostButton({ onPost }: { onPost: () => void }) {
  return (
    <FloatingActionButton
      label={words.post}
      icon={<PenLine size={24} />}
      onPress={onPost}
      className="[:root:has(main_[data-no-post-button])_&]:hidden"
    />
  );
}
