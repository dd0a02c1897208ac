import type { Persona } from '../persona.ts';

export const kavita: Persona = {
  username: 'kavita_joshi',
  fullName: 'कविता जोशी Kavita Joshi',
  bio: 'I teach mathematics to classes 8 to 10 in Indore. Wrong answers are the interesting ones. चाय के साथ।',
  joined: 402,
  interests: ['maths', 'teaching', 'sky'],
  isHub: true,
  posts: [
    {
      text: 'Asked class 8: how many squares are on a chessboard? Sixty-four, said everyone, with the face of people who have been insulted. Then one small voice from the back: “and the whole board?” And then it began. #MathsClass',
      isLoved: true,
      replies: [
        {
          by: 'elio_rossetti',
          text: 'The best forty minutes in all of teaching. Did they get to 204 by counting or by seeing?',
          replies: [
            {
              by: 'kavita_joshi',
              text: 'Counting until 5×5, then somebody said “sir— ma’am— it’s squares of squares!” and dropped the chalk.',
            },
            { by: 'elio_rossetti', text: 'I have goosebumps, in a café, over 204.' },
          ],
        },
        { by: 'leilani_kahale', text: 'Stealing this for Monday.' },
      ],
    },
    {
      text: 'आज एक बच्चे ने पूछा, “मैडम, शून्य अकेला होता है क्या?” मैं अब तक सोच रही हूँ।',
      isLoved: true,
      replies: [{ by: 'arjun_nambiar', text: 'पूरा आसमान शून्य के साथ है।' }],
    },
    {
      text: 'Marked 112 copies. In one of them, after a wrong proof, in tiny letters: “I know this is wrong but I liked the way.” Half marks for honesty, and half for style.',
      isLoved: true,
      replies: [
        { by: 'wren_ashdown', text: 'I’d like that on my gravestone.' },
        { by: 'amara_okafor', text: 'Every cook’s motto.' },
      ],
    },
    {
      text: 'I give one problem on the last page of the test that nobody has to do. This month: can you cut a square into seven squares, not all of the same size? Four solutions so far, and one very good drawing of a cat.',
      replies: [
        { by: 'kwame_boadi', text: 'Did it in offcuts. Took me all of lunch.' },
        {
          by: 'dylan_yazzie',
          text: 'Is the cat square?',
          replies: [{ by: 'kavita_joshi', text: 'The cat is, topologically, fine.' }],
        },
      ],
    },
    {
      text: 'The new textbooks came. Chapter 4 has the same mistake as the old ones. We have kept it as a tradition: whoever finds it may ring the bell.',
    },
    {
      text: 'A parent asked whether I could please teach “only the useful part”. I said yes, and taught everything.',
      isLoved: true,
    },
    {
      text: 'बारिश, बिजली गई, मोमबत्ती, और पच्चीस बच्चे जो कोण नाप रहे थे अपनी परछाइयों से। इससे अच्छी क्लास महीनों में नहीं हुई।',
      replies: [{ by: 'zainab_qureshi', text: 'پرچھائیوں سے زاویے! کیا بات ہے۔' }],
    },
    {
      text: 'For those who asked for them, my rope-and-chalk lessons are here to download, free, in Hindi and English: https://chalk.example.org/rope',
      isEdited: true,
      replies: [
        { by: 'leilani_kahale', text: 'Used number 6 on the beach with tide lines. Works!' },
      ],
    },
    {
      text: 'Confession: I still count stairs. So does my mother. We arrive together at 42 and nod.',
      audience: 'followers',
      replies: [{ by: 'elio_rossetti', text: '38, and one that I count twice out of habit.' }],
    },
    {
      text: 'Staff room debate: is 1 a lonely number or a proud one. It became heated. The physics teacher left.',
    },
    {
      hoursAgo: 9 * 24,
      text: 'A girl who never speaks in class put a note on my desk: a way to see that odd numbers add up to squares, drawn as a garden that grows by an L of flowerbeds each year. I had not seen it as a garden before. I have taught this for nineteen years.',
      isLoved: true,
      replies: [
        { by: 'sanna_leh', text: 'I’m planting it. Next to the shed there’s room for a 7.' },
        { by: 'kavita_joshi', text: 'I will tell her. She’ll pretend not to be pleased.' },
      ],
    },
    {
      text: 'My slowest pupil, and I mean this with all my respect, is the one who’ll become a mathematician. He does one problem while the others do ten. At the end of the hour he tells me what is strange about it. Last week: why does everybody say “cancel” when nothing has been cancelled, only renamed? I’ve given him a notebook with no lines, for strange things. He’s on page 9. I’ve asked him to lend it to me in the holidays. #MathsClass',
      hoursAgo: 62,
      isLoved: true,
      replies: [
        {
          by: 'elio_rossetti',
          text: '“Only renamed”! I taught it for forty years and never saw it.',
        },
      ],
    },
    {
      text: 'The school log has been measured, discussed, and accepted as a bench by 31 votes to 4. @mateus_figueira please add: one log, Indore, mango wood. #BenchCount',
      hoursAgo: 11,
      isLoved: true,
      replies: [{ by: 'mateus_figueira', text: 'Added with honours. My regards to the four.' }],
    },
  ],
};
