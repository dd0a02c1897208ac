import * as words from '#words/settings';
import { Copy } from 'lucide-react';
import { copyText } from '../../../lib/copy-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';

interface CopyButtonProps {
  text: string;
  label: string;
  className?: string;
}

/** Copies a text, and says whether it worked. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Copy size={16} />}
      className={className}
      onClick={() =>
        void copyText(text).then(
          () => toast.success(words.copied),
          () => toast.error(words.notCopied),
        )
      }
    >
      {label}
    </Button>
  );
}
