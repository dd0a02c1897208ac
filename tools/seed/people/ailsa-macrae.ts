import type { Persona } from '../persona.ts';

export const ailsa: Persona = {
  username: 'ailsa_macrae',
  fullName: 'Ailsa MacRae',
  bio: 'Crofter on Skye. Ninety sheep, one dog with opinions, horizontal rain. Photos of gates on request.',
  joined: 172,
  interests: ['weather', 'garden', 'walking', 'knitting'],
  posts: [
    {
      text: 'Weather today: yes.',
      isLoved: true,
      replies: [
        { by: 'sanna_leh', text: 'The most Nordic thing ever said by a Scot.' },
        { by: 'fionnuala_k', text: 'Ours too, at the same time.' },
      ],
    },
    {
      text: 'Number 34 has learnt to open the gate. She doesn’t leave. She just likes to have it open.',
      isLoved: true,
      replies: [
        { by: 'rosa_quispe', text: 'She and my dog should never meet.' },
        { by: 'farida_books', text: 'This is a novella.' },
      ],
    },
    {
      text: 'The dog brought me one glove. Not mine. Nobody’s within four miles.',
      replies: [
        { by: 'tomas_hrubec', text: 'Left hand? Green? I’ve been looking everywhere.' },
        { by: 'ailsa_macrae', text: 'Left. Green. I’m frightened now.' },
      ],
    },
    { text: 'A tourist asked if the sheep are “on” all year.', isLoved: true },
    {
      text: 'Three in the morning, a lamb that didn’t want to, then did. Sat down in the straw after and the stars were so close it was rude.',
      isLoved: true,
      replies: [
        { by: 'jun_dima', text: 'Night shift well done, all three of you.' },
        {
          by: 'arjun_nambiar',
          text: 'Which way were you facing? I’ll tell you whose light it was.',
          replies: [
            { by: 'ailsa_macrae', text: 'South, over the byre. Orange one on the left.' },
            {
              by: 'arjun_nambiar',
              text: 'Betelgeuse. It set out about 550 years ago to see that lamb.',
            },
          ],
        },
      ],
    },
    { text: 'Wool cheque arrived. Framed it next to the electricity bill, for contrast.' },
    { text: 'The wind’s dropped. Nobody knows what to do with their face.', isLoved: true },
    {
      text: 'Cullen skink, second bowl, dog under the table pretending to be furniture. #SoupNight',
      hoursAgo: 11,
      replies: [
        {
          by: 'grace_whitlock',
          text: 'Is number 34 inside as well?',
          replies: [
            {
              by: 'ailsa_macrae',
              text: 'She opened the door. She doesn’t come in. She just likes it open.',
            },
          ],
        },
      ],
    },
  ],
};
