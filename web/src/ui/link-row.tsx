import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../lib/router/link.tsx';

interface LinkRowProps {
  to: string;
  icon: ReactNode;
  label: string;
  about?: string;
  /** Before the arrow, such as a number. */
  end?: ReactNode;
}

/** A row of the full width that leads to another page. */
export function LinkRow({ to, icon, label, about, end }: LinkRowProps) {
  return (
    <Link
      to={to}
      className="flex min-h-16 items-center gap-4 px-4 py-3 text-muted transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block text-name font-semibold text-text">{label}</span>
        {about !== undefined && <span className="block text-meta">{about}</span>}
      </span>
      {end}
      <ChevronRight />
    </Link>
  );
}
