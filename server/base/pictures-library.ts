import sharp from 'sharp'

/* The library keeps what it has decoded, and works on one picture with all cores, for the whole process. */
sharp.cache(false)
sharp.concurrency(1)

/** The library for pictures as a server wants it: nothing is kept between pictures, and one has one core at most. */
export { sharp }
