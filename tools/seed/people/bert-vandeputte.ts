import type { Persona } from '../persona.ts';

export const bert: Persona = {
  username: 'bert_vdp',
  fullName: 'Bert Vandeputte',
  bio: 'Thirty-four years postman in Ghent, now captain of a barge that doesn’t move. I answer letters.',
  joined: 142,
  interests: ['letters', 'trains', 'sailing', 'garden'],
  posts: [
    {
      text: 'Retired postman’s curse: I can’t see a letterbox without judging it. Yours is too low. You know who you are.',
      isLoved: true,
      replies: [
        { by: 'ailsa_macrae', text: 'Mine whistles.' },
        { by: 'bert_vdp', text: 'Yours I respect.' },
      ],
    },
    {
      text: 'De boot ligt al zes jaar stil. Vandaag is hij twintig centimeter opgeschoven. Wij noemen het een reis.',
      isLoved: true,
      replies: [
        {
          by: 'pelle_nyqvist',
          text: 'Did you log it?',
          replies: [{ by: 'bert_vdp', text: 'Two pages. With weather.' }],
        },
      ],
    },
    {
      text: 'Write to somebody. On paper. I’m not sentimental, I only know what faces do when there is a real one among the bills.',
      isLoved: true,
      replies: [
        { by: 'farida_books', text: 'Envelopes are next to the samovar, first one is free.' },
      ],
    },
    { text: 'The ducks have elected a new one. I was not consulted.' },
    {
      text: 'A dog that bit me in 1998 died last week, I hear, very old. I went to give my condolences. We had coffee. She said he always regretted it.',
      isLoved: true,
      replies: [
        { by: 'ines_alvarado', text: 'Bert.' },
        { by: 'amara_okafor', text: 'I laughed, and then I didn’t.' },
      ],
    },
    {
      hoursAgo: 4 * 24,
      text: 'Zines have arrived from Gdańsk, a linocut from Oaxaca, and a potato label from Cusco. My letterbox is at the right height and full. Life is good.',
      replies: [
        { by: 'ewa_mazurek', text: 'And your postcards are on my wall, all eleven ducks.' },
      ],
    },
    {
      text: 'Waterzooi, on a barge, in the rain, for one and the ducks get none. #SoupNight',
      hoursAgo: 9,
    },
    {
      text: 'Bench on the quay: the boat’s old hatch on two bollards. On it: the ducks, since they have voted. #BenchCount',
      hoursAgo: 3,
      isLoved: true,
      replies: [{ by: 'mateus_figueira', text: 'Recorded as “occupied, by right”.' }],
    },
  ],
};
