import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

export interface PageHeaderProps {
  title: ReactNode;
  /** A small line under the title. */
  subtitle?: ReactNode;
  /** Shows a back button; on phones the header then stands alone at the top. */
  onBack?: () => void;
  /** At the end: one or two buttons. */
  actions?: ReactNode;
}

/** The head of a page, staying in sight while it scrolls. Holds the page's only h1. */
export function PageHeader({ title, subtitle, onBack, actions }: PageHeaderProps) {
  return (
    <header
      data-page-header={onBack ? 'back' : 'plain'}
      className="@container/header sticky top-(--top-bar) z-20 border-b border-line bg-page/92 backdrop-blur-md transition-[top] duration-(--in) data-[page-header=back]:pt-safe"
    >
      {/* Room in px: large text needs the width. */}
      <div className="flex min-h-13 items-center gap-[12px] px-[16px]">
        {onBack && (
          <IconButton label="Back" onClick={onBack} className="-ml-2">
            <ArrowLeft size={20} strokeWidth={1.75} />
          </IconButton>
        )}
        <div className="min-w-0 flex-1 py-1">
          <h1 className="truncate text-title font-bold">{title}</h1>
          {subtitle && <p className="nums truncate text-meta text-muted">{subtitle}</p>}
        </div>
        {actions}
      </div>
    </header>
  );
}
