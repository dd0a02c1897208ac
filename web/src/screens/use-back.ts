import { useNavigate } from 'react-router';

/** Back to where one came from; home, or where else is told, when this page was opened by its address. */
export function useBack(otherwise = '/home'): () => void {
  const navigate = useNavigate();
  return () => void (isFirstEntry() ? navigate(otherwise) : navigate(-1));
}

/** The router counts its entries in the history's own state. */
function isFirstEntry(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) === 0;
}
