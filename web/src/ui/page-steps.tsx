import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

/** The way through numbered pages. */
export function PageSteps({
  page,
  of,
  onPage,
}: {
  page: number;
  of: number;
  onPage: (page: number) => void;
}) {
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 px-4 py-4">
      <Button
        variant="secondary"
        size="sm"
        icon={<ChevronLeft size={16} aria-hidden />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <p className="nums text-meta text-muted">
        Page {page} of {of}
      </p>
      <Button variant="secondary" size="sm" disabled={page >= of} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}
