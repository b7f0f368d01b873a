/* What runs without anybody waiting for it. Units are in the names. */
import { day, hour, megabyte, minute, second } from './units.ts'

/* Jobs. */
/** A process that runs a job renews its hold; one that died loses it after this long. */
export const jobLeaseMs = 30 * second
export const jobRenewMs = 8 * second
/** New jobs announce themselves; this often they are looked for without it. */
export const jobPollMs = 30 * second
export const jobShortestWaitMs = 50
/** Failed tries before a job is given up. */
export const jobFailures = 5
export const jobFirstPauseMs = 30 * second
/** Each pause is so many times as long as the one before. */
export const jobPauseFactor = 4
export const jobLongestPauseMs = hour
/** How often a process may go away under a job, between two kept steps, before it is given up. */
export const jobInterruptions = 12
/** So many of them are taken for restarts, after which it goes on at once. */
export const jobFreeInterruptions = 3
/** For one step in a thread, unless its job says otherwise. */
export const jobStepMs = 2 * minute
export const jobStepMemoryMb = 256
export const jobThreadCheckMs = 500
/** Where a process may hold less than this, works that take much memory wait for each other, and light copies are not made. */
export const littleMemoryBytes = 768 * megabyte
/** For what a thread of ours has just made; V8 alone would take eight times as much. */
export const threadYoungMemoryMb = 6
/** How long a step that is told to end is waited for. */
export const jobCloseGraceMs = 2 * second
export const jobProgressMs = second
export const quickJobsAtOnce = 2
/** One core less than there are, up to this. */
export const heavyJobsAtOnce = 4
export const maxJobKeyLength = 200
/** How often the open screen of jobs looks: while some wait or run, and otherwise. */
export const jobsShownEveryMs = 2 * second
export const jobsShownIdleMs = 15 * second
/** A job that could run and has not begun after so long waits too long. */
export const jobLateMs = hour

/* The database. */
/** A statement that takes longer is named in the log, without its values. */
export const slowStatementMs = second

/* Health. */
/** How long a part is waited for before it counts as not well, and how long what it said is good for everybody. */
export const healthWaitMs = 2 * second
export const healthFreshMs = second
/** A runner looks for jobs at least so often, as long as it is well. */
export const jobRunnerSilenceMs = 4 * jobPollMs
/** How often the open screen of the system looks. */
export const systemShownEveryMs = 15 * second
/** With less room on the disk nothing is served any more. Units: bytes. */
export const diskFullBytes = 256 * megabyte
/** With less room, or less of the whole disk, somebody has to make some. Units: bytes; a share. */
export const diskLowBytes = 5 * 1024 * megabyte
export const diskLowShare = 0.1

/* Alerts to operators. Source: A11.4. */
export const alertLookMs = minute
/** Of one cause no second alert sooner, unless it has become worse. */
export const alertPauseMs = hour
/** What presses is told again until it is well. */
export const alertAgainMs = day
/** How long the other side is waited for. */
export const alertSendMs = 15 * second
/** An alert that is sent so long after its moment says when that was. */
export const alertLateMs = 5 * minute
/** Over most of a day: a mail server may be away for a night. */
export const alertFailures = 20
/** A process that looks for all of them loses this when it does not look any more. */
export const alertLeaseMs = 3 * minute
/** So long the database is away before it is told: by the process that looks for all, and by the others. */
export const databaseAwayMs = minute
export const databaseAwayElsewhereMs = 10 * minute

/* Backups. */
/** Backups that stay in their target. */
export const backupsKept = 14
/** 04:00 in Baghdad, which is three hours ahead of UTC all year: the fewest people are there. */
export const backupHourUtc = 1
export const backupLookMs = 10 * minute
/** After so long a night has passed without one. */
export const backupLateMs = 36 * hour

/* What commands ask of a running server. */
/** How often a running server looks whether a command wants something, and the command how far it is. */
export const serverRequestLookMs = second
/** A server that is at another request of the kind takes this one after it. */
export const serverRequestTakenMs = 15 * second

/* The chain of the audit log. */
/** What was written is chained so long after it, at most, while a server runs. */
export const auditChainMs = second
/** How often entries are looked for that an ended process, or a command, has left unchained. */
export const auditChainLookMs = minute
export const auditEntriesChainedAtOnce = 200
/** How often the last link is told to the server's own log. */
export const auditHeadToldMs = hour

/** How often changes are looked for that a process has written and not announced before it ended. */
export const announcementLookMs = 5 * second

/* The counts of the search index. */
/** What was written is counted so long after it, at most, while a server runs; searches add what is not. */
export const searchCountMs = 2 * second
/** How often changes are looked for that an ended process, or a command, has left uncounted. */
export const searchCountLookMs = minute
export const searchChangesCountedAtOnce = 500
/** So many faults of the chain are named; the first one comes first. */
export const auditFaultsNamed = 20

/* Light copies of PDFs. Source: F7.1, F7.2. */
/** The shorter side of a page at reading quality: sharp on every phone, letters of 8 points on paper. */
export const lightPageWidthPx = 1240
/** Of JPEGs, 0 to 100. */
export const lightPictureQuality = 32
/** Of the original: a copy that saves less is none. */
export const leastLightSaving = 1 / 3
/** A smaller PDF is light as it is. */
export const minLightSourceBytes = megabyte
/** A PDF lies in memory while its copy is made, beside its lighter pictures and one that is decoded. */
export const maxLightSourceBytes = 250 * megabyte
export const lightCopyMemoryMb = 640
/** All pages made, or compared. */
export const lightCopyMs = 40 * minute
/** Of a processor's time between two pages. */
export const lightCopyPageMs = 2 * minute
/** Tries that broke their thread or took too long, until a file is left without a copy. */
export const maxLightCopyFailures = 3
/** What was too complex for a light copy is tried once more after that; it may have been the machine that was busy. */
export const tooComplexPauseMs = 7 * day
/** How often files are looked for that may have a light copy and have none. */
export const lightCopySearchMs = day

/** Between two walks over all stored files that nobody asks for, and before the first. */
export const fileScrubPauseMs = 5 * minute
/** After each file of a walk; the second, in the time that the look has taken: a tenth of one reader is used. */
export const fileScrubRestMs = second
export const fileScrubRestShare = 9
/** So many files in turn that are missing of late, or cannot be looked at, are a store that is not there: the walk ends. */
export const fileScrubLostMost = 20
