import type { Persona } from '../persona.ts';

export const amara: Persona = {
  username: 'amara_okafor',
  fullName: 'Amara Okafor',
  bio: 'Cooks for six most nights, for sixteen when the street has a reason. Lagos by birth, Leeds by bus. Soup is a plan.',
  joined: 488,
  interests: ['cooking', 'garden', 'neighbourhood'],
  isHub: true,
  posts: [
    {
      text: 'Rule of this kitchen: whoever complains about the salt peels the next onion. It has been very quiet.',
      isLoved: true,
      replies: [
        {
          by: 'bao_lin',
          text: 'In ours, whoever complains about the crust gets the middle of the loaf. Forever.',
        },
      ],
    },
    {
      text: 'Pepper soup for the man next door, who has a cold and too much pride. I left it on the wall and rang the bell and ran. I am fifty-three.',
      isLoved: true,
      replies: [
        { by: 'jun_dima', text: 'As a nurse I prescribe exactly this, including the running.' },
        {
          by: 'grace_whitlock',
          text: 'Did the pot come back?',
          replies: [
            { by: 'amara_okafor', text: 'Washed, with six eggs in it.' },
            { by: 'grace_whitlock', text: 'Then he is better.' },
          ],
        },
      ],
    },
    {
      text: 'Things you can put into a soup that I did not believe until I tried: parmesan rind, a piece of dried fish the size of a stamp, the water the beans had, an hour.',
      replies: [
        { by: 'minh_chau', text: 'Burnt onion and burnt ginger. Burn them properly, black.' },
        {
          by: 'rosa_quispe',
          text: 'Una papa muy vieja y arrugada. Espesa mejor que cualquier harina.',
        },
      ],
    },
    {
      text: 'My daughter asked how much cumin and I said “until the ancestors say stop” and she said “mum, I’m on the phone, give me spoons”. Two spoons.',
    },
    {
      text: 'Nobody needs twelve kinds of knife. One that is sharp, one for bread, one you hide from guests.',
      replies: [
        { by: 'kwame_boadi', text: 'Same for chisels. I own thirty-one. We don’t talk about it.' },
        {
          by: 'lena_brandt',
          text: 'Bring the blunt ones on Saturday, the sharpening table is always bored.',
        },
      ],
    },
    {
      text: 'The allotment gave me courgettes. The allotment gave everybody courgettes. There is a courgette on every windowsill of this street, and they are looking at us. #Allotment',
      isLoved: true,
      replies: [
        { by: 'sanna_leh', text: 'Lock the car. Here people put them through the window.' },
        { by: 'noa_clay', text: 'I once found one in my kiln shed. No note.' },
      ],
    },
    {
      text: 'Jollof debate at work, moderated by a Belgian. It went as you’d expect.',
      replies: [
        {
          by: 'seun_bako',
          text: 'Whose side was the Belgian on.',
          replies: [{ by: 'amara_okafor', text: 'Fries.' }],
        },
        { by: 'kwame_boadi', text: 'I say nothing. I only point silently toward Kumasi.' },
      ],
    },
    {
      text: 'Yesterday sixteen people and four chairs too few, so the children got the stairs, and the stairs were where the good conversation was. Next time I’m starting on the stairs.',
    },
    {
      text: 'Reading an old community cookbook where every recipe has the name of the woman who gave it, and next to one somebody wrote in pencil: “she leaves out the vinegar on purpose.”',
      isLoved: true,
      replies: [
        {
          by: 'youssef_haddad',
          text: 'Margins are the best part of any book. Please photograph them all.',
        },
        {
          by: 'wren_ashdown',
          text: 'As a librarian I am supposed to say don’t write in books. As a person: more of this.',
        },
      ],
    },
    {
      text: 'Freezer archaeology tonight. Layer 3: a tub marked NOT THIS ONE. In my own handwriting. No memory of it.',
      replies: [{ by: 'arjun_nambiar', text: 'Respect the ancients. Put it back.' }],
    },
    {
      text: 'If you are new here and don’t know whom to follow: follow one person who grows something, one who repairs something, and one you disagree with about soup.',
      isLoved: true,
    },
    {
      text: 'Hard week. Made the okra the way my father liked it, too hot, and ate it standing up with the radio on. It helped.',
      audience: 'followers',
      replies: [
        {
          by: 'ines_alvarado',
          text: 'Thinking of you. Standing up is the right way for that one.',
        },
        { by: 'farida_books', text: 'A hug from very far.' },
      ],
    },
    {
      text: 'Tested: does resting the dough overnight matter? Yes.\nTested: does my family wait overnight? No.',
      replies: [{ by: 'bao_lin', text: 'Make two doughs. One is a decoy.' }],
    },
    {
      text: 'What I learnt from cooking for the street, eleven years:\n1. Somebody who says they’re not hungry is lonely. Give them a job.\n2. Children eat anything they’ve stirred.\n3. The quiet one knows how to make flatbread. Ask.\n4. Never apologise for the food, it makes people lie.\n5. There’s always one chair too few, and that’s how people meet.\n6. Send everyone home with a jar. The jars come back, with news in them.',
      hoursAgo: 68,
      isLoved: true,
      replies: [
        { by: 'bao_lin', text: 'Number 4 is on my oven now.' },
        { by: 'kwame_boadi', text: 'I can help with number 5, but now I’m not sure I should.' },
      ],
    },
    {
      text: 'The pot is on for #SoupNight: red lentils, smoked paprika, the last of the spring onions. What’s in yours? Answers from all continents please, I am making a list on the fridge.',
      hoursAgo: 18,
      isLoved: true,
      replies: [
        { by: 'minh_chau', text: 'Bún bò, the slow one. Started at six this morning.' },
        { by: 'ailsa_macrae', text: 'Cullen skink. The dog has taken up position.' },
        { by: 'rosa_quispe', text: 'Chairo, con chuño y paciencia.' },
        {
          by: 'elio_rossetti',
          text: 'Jota: beans, sauerkraut, and the argument about potatoes.',
          replies: [
            { by: 'amara_okafor', text: 'What’s the argument?' },
            { by: 'elio_rossetti', text: 'Whether there are potatoes.' },
          ],
        },
      ],
    },
    {
      text: 'Nineteen soups on the fridge list and counting. Somebody on the other side of the world is eating the same lentils as me and I find that enormous. #SoupNight',
      hoursAgo: 4,
      replies: [
        { by: 'leilani_kahale', text: 'Add one: oxtail, with ginger, on the porch, in the rain.' },
      ],
    },
  ],
};
