import type { Persona } from '../persona.ts';

export const elio: Persona = {
  username: 'elio_rossetti',
  fullName: 'Elio Rossetti',
  bio: 'Trieste. Retired teacher of mathematics, active loser at chess, regular at the third table from the door.',
  joined: 227,
  interests: ['maths', 'chess', 'teaching', 'cooking'],
  posts: [
    {
      text: 'Lost to a girl of eleven at the café. She offered me a draw at move 20 “because it’s late and you look tired”. I refused. Error.',
      isLoved: true,
      replies: [
        {
          by: 'kavita_joshi',
          text: 'Which opening?',
          replies: [{ by: 'elio_rossetti', text: 'Hers: the Sicilian. Mine: hope.' }],
        },
      ],
    },
    {
      text: 'A theorem is a café where everything has already been paid for by somebody a long time ago. #MathsClass',
      isLoved: true,
    },
    {
      text: 'I taught for forty years, and the question I was asked most often is: “will this be in the test?” The second most often: “but why?” I lived for the second.',
      isLoved: true,
      replies: [
        { by: 'leilani_kahale', text: 'Twelve years in. Confirmed.' },
        { by: 'seun_bako', text: 'I give a sweet for each “but why”. It gets expensive.' },
      ],
    },
    {
      text: 'Bora today, 110 km/h. I went to buy a newspaper and was delivered one.',
      replies: [{ by: 'ailsa_macrae', text: 'That’s a breeze with ambitions.' }],
    },
    {
      text: 'Problem for the evening. Two trains leave, etc. But this time they’re both night trains, nobody is in a hurry, and the question is what the passengers talk about. @ines_alvarado to mark.',
      replies: [{ by: 'ines_alvarado', text: 'Full marks to anyone who writes “plums”.' }],
    },
    {
      text: 'In Trieste one can order coffee in eleven ways, and if you order it wrong they bring you the one you deserve.',
    },
    {
      hoursAgo: 5 * 24,
      text: 'The chess clock of the tram in İzmir has been claimed, I read. It’s still running. In a sense, whoever lost it is losing.',
      replies: [
        {
          by: 'ibrahim_ustun',
          text: 'He came after nine days. His flag had fallen. He bowed to it.',
        },
      ],
    },
    {
      text: 'I’ve solved the argument about potatoes in the jota. It’s undecidable. #SoupNight',
      hoursAgo: 7,
      isLoved: true,
      replies: [{ by: 'amara_okafor', text: 'Writing “undecidable” on the fridge.' }],
    },
  ],
};
