import * as words from '#words/ui';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './controls/icon-button.tsx';

export interface PageHeaderProps {
  title: ReactNode;
  /** A small line under the title. */
  subtitle?: ReactNode;
  /** Shows a back button. Phones then hide the top bar. */
  onBack?: () => void;
  /** One or two buttons at the end. */
  actions?: ReactNode;
}

/** The sticky header of a page. It contains the page's only h1. */
export function PageHeader({ title, subtitle, onBack, actions }: PageHeaderProps) {
  return (
    <header
      data-page-header={onBack ? 'back' : 'plain'}
      data-stays-at-top
      className="@container/header sticky top-(--top-bar) z-20 border-b border-line bg-page transition-[top] duration-(--in) data-[page-header=back]:pt-safe"
    >
      {/* The padding is in px, because large text needs the width. */}
      <div className="flex min-h-13 items-center gap-[12px] px-[16px]">
        {onBack && (
          <IconButton label={words.back} onClick={onBack} className="-ms-2">
            <ArrowLeft />
          </IconButton>
        )}
        <div className="min-w-0 flex-1 py-1">
          <h1
            // A title of several parts says it for the parts that people write.
            dir={typeof title === 'string' ? 'auto' : undefined}
            className="truncate text-match-parent text-page-title font-bold @max-[20rem]/header:line-clamp-2 @max-[20rem]/header:whitespace-normal @max-[20rem]/header:hyphens-auto @max-[20rem]/header:[overflow-wrap:anywhere]"
          >
            {title}
          </h1>
          {subtitle && <p className="nums truncate text-meta text-muted">{subtitle}</p>}
        </div>
        {actions}
      </div>
    </header>
  );
}
