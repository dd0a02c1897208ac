import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { foreignMarker, markersQuery, type MarkedList } from './markers.ts';

interface Offer {
  offer: string | undefined;
  /** The newest position of another device. It may have read on since the offer. Without an answer it is the offer. */
  latest: () => Promise<string | undefined>;
  end: () => void;
}

/** The position of another device to which the page can offer to go. The offer stays while the person reads on here. */
export function useOffer(list: MarkedList): Offer {
  const client = useQueryClient();
  const { data: markers } = useQuery(markersQuery);
  const foreign = foreignMarker(markers, list);
  const [{ offer, isOver }, setState] = useState<{ offer?: string; isOver: boolean }>({
    isOver: false,
  });
  if (foreign !== undefined && foreign !== offer) setState({ offer: foreign, isOver: false });
  return {
    offer: isOver ? undefined : offer,
    async latest() {
      const fetched = client.fetchQuery({ ...markersQuery, staleTime: 0 });
      return foreignMarker(await fetched.catch(() => undefined), list) ?? offer;
    },
    end: () => setState({ ...(offer && { offer }), isOver: true }),
  };
}
