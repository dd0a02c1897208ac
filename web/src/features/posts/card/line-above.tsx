import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface LineAboveProps {
  id?: string;
  icon: LucideIcon;
  children: ReactNode;
}

/** A line above a post in a list. Its icon stands above the avatar. */
export function LineAbove({ id, icon: Icon, children }: LineAboveProps) {
  return (
    <p
      id={id}
      className="mb-1 flex items-center gap-3 text-meta font-medium text-muted compact:mb-0 compact:gap-2.5"
    >
      <span className="flex w-11 shrink-0 justify-end compact:w-9">
        <Icon size={16} strokeWidth={2} />
      </span>
      {children}
    </p>
  );
}
