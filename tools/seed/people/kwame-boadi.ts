import type { Persona } from '../persona.ts';

export const kwame: Persona = {
  username: 'kwame_boadi',
  fullName: 'Kwame Boadi',
  bio: 'Chairs, mostly. Workshop in Kumasi, four apprentices, thirty-one chisels. Measure twice, then sit.',
  joined: 254,
  interests: ['wood', 'repair', 'benches', 'ceramics'],
  posts: [
    {
      text: 'A chair has four legs and the floor has its own ideas. Peace is made with a plane, one shaving at a time.',
      isLoved: true,
      replies: [{ by: 'otto_feldmann', text: 'Ein Flügel hat drei und streitet trotzdem.' }],
    },
    {
      text: 'Apprentice, second week: “When do I get to make something?” Me: “You’ve made 40 kilos of sawdust. Look how even it is.”',
      replies: [{ by: 'lena_brandt', text: 'I’d hire him for the evenness.' }],
    },
    {
      text: 'Wood that has been rained on, sat on, and argued on for fifty years. Then somebody throws it out, and I get to hear what it wants.',
    },
    {
      text: 'Sold a chair to a man who wanted it “exactly like the old one, but not sad”.',
      isLoved: true,
      replies: [
        {
          by: 'noa_clay',
          text: 'And? Did you manage?',
          replies: [
            { by: 'kwame_boadi', text: 'One centimetre higher. It was looking at the floor.' },
          ],
        },
      ],
    },
    { text: 'Thirty-one chisels. One was my teacher’s. I use it on Fridays.', isLoved: true },
    {
      hoursAgo: 9 * 24,
      text: 'Drawing for a bench that can be built with a saw, a drill and one afternoon, free for any town that has none: https://chairs.example.org/afternoon-bench',
      isLoved: true,
      isEdited: true,
      replies: [
        {
          by: 'mateus_figueira',
          text: 'I have read the drawing three times. It passes all four. I’m going to need a lie-down, on it.',
        },
        { by: 'claudette_n', text: 'Building two in front of the bakery.' },
        {
          by: 'ibrahim_ustun',
          text: 'I am not saying who could use this, at which stop, at night.',
          replies: [{ by: 'kwame_boadi', text: 'I am not listening.' }],
        },
      ],
    },
    {
      text: 'Cut the seven squares out of mahogany for @kavita_joshi. My wife has put them on the wall. I said it’s a proof. She said it’s crooked.',
    },
    {
      text: 'Delivered six afternoon benches to the clinic. The nurse sat down on the first one before it was off the cart. #BenchCount',
      hoursAgo: 17,
      isLoved: true,
      replies: [{ by: 'jun_dima', text: 'I am that nurse. Not literally. But I am that nurse.' }],
    },
  ],
};
