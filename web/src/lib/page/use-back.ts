import { useNavigate } from 'react-router';

/** Goes back, or to `otherwise` if this page is the first one of the app's history. */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  return () => void (isFirstEntry() ? navigate(otherwise) : navigate(-1));
}

/** The router stores the number of each entry in the history's state. */
function isFirstEntry(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) === 0;
}
