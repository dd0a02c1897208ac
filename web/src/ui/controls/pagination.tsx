import * as words from '#words/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

/** Buttons for the previous and the next page of a numbered list. */
export function Pagination({
  page,
  of,
  onPage,
}: {
  page: number;
  of: number;
  onPage: (page: number) => void;
}) {
  return (
    <nav aria-label={words.pages} className="flex items-center justify-between gap-3 px-4 py-4">
      <Button
        variant="secondary"
        size="sm"
        icon={<ChevronLeft size={16} />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        {words.previous}
      </Button>
      <p className="nums text-meta text-muted">{words.pageOf({ page, of })}</p>
      <Button variant="secondary" size="sm" disabled={page >= of} onClick={() => onPage(page + 1)}>
        {words.next}
        <ChevronRight size={16} />
      </Button>
    </nav>
  );
}
