/* Loaded before all else (LD_PRELOAD), this makes a process find a Raspberry Pi's devices below $EMULATED_DEVICES.
 *
 * A file of /dev or /proc that also stands below that folder is opened there (its /proc/cpuinfo, its /dev/gpiomem).
 * /dev/spidev<bus>.<device> stands there only, as a socket: each SPI message is one packet to it, a `struct message`,
 * and one packet back, as many bytes as went out. chips.py is at the other end. Speed, mode and word length are kept
 * here, as the kernel keeps them. read() and write() on an SPI device are not provided for: no driver of ours uses them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/spi/spidev.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { FILES = 4096, BUFSIZ_BYTES = 4096, MODE = 1, BITS = 3, SPEED = 4, MODE32 = 5, SETTINGS = 6 };

struct message {
    uint32_t speed_hz;
    uint32_t mode;
    uint8_t bytes[BUFSIZ_BYTES]; /* what the module parameter spidev.bufsiz allows by default */
};

static uint32_t settings[FILES][SETTINGS]; /* by file descriptor, and by the number of the ioctl that sets it */

#define NEXT(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

/* The path below the emulated devices, or NULL when `path` is none of theirs. */
static const char *below(const char *path, char out[PATH_MAX]) {
    const char *root = getenv("EMULATED_DEVICES");
    if (!root || (strncmp(path, "/dev/", 5) && strncmp(path, "/proc/", 6)))
        return NULL;
    return snprintf(out, PATH_MAX, "%s%s", root, path) < PATH_MAX ? out : NULL;
}

static const char *replaced(const char *path, char out[PATH_MAX]) {
    const char *own = below(path, out);
    return own && access(own, F_OK) == 0 ? own : path;
}

static int open_spi(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char own[PATH_MAX];
    if (!below(path, own) || strlen(own) >= sizeof address.sun_path) {
        errno = ENOENT;
        return -1;
    }
    strcpy(address.sun_path, own);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    if (fd >= FILES || connect(fd, (struct sockaddr *)&address, sizeof address) || send(fd, path, strlen(path), 0) < 0) {
        int problem = fd >= FILES ? EMFILE : errno;
        close(fd);
        errno = problem;
        return -1;
    }
    memset(settings[fd], 0, sizeof settings[fd]);
    settings[fd][BITS] = 8;
    settings[fd][SPEED] = 500000;
    return fd;
}

static int open_any(int folder, const char *path, int flags, mode_t mode) {
    char own[PATH_MAX];
    if (!strncmp(path, "/dev/spidev", 11) && getenv("EMULATED_DEVICES"))
        return open_spi(path);
    return NEXT(openat)(folder, replaced(path, own), flags, mode);
}

#define MODE_ARGUMENT(flags, mode)                 \
    mode_t mode = 0;                               \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {       \
        va_list arguments;                         \
        va_start(arguments, flags);                \
        mode = (mode_t)va_arg(arguments, int);     \
        va_end(arguments);                         \
    }

int open(const char *path, int flags, ...) {
    MODE_ARGUMENT(flags, mode)
    return open_any(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    MODE_ARGUMENT(flags, mode)
    return open_any(folder, path, flags, mode);
}

FILE *fopen(const char *path, const char *how) {
    char own[PATH_MAX];
    return NEXT(fopen)(replaced(path, own), how);
}

/* Where off_t has 64 bits these are the same functions. */
int open64(const char *path, int flags, ...) __attribute__((alias("open")));
int openat64(int folder, const char *path, int flags, ...) __attribute__((alias("openat")));
FILE *fopen64(const char *path, const char *how) __attribute__((alias("fopen")));

/* All parts of a message with the chip select low throughout; the number of bytes, as the kernel's driver returns it. */
static int transfer(int fd, const struct spi_ioc_transfer *parts, size_t count) {
    struct message message = {.speed_hz = settings[fd][SPEED], .mode = settings[fd][MODE]};
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        if (parts[i].len > BUFSIZ_BYTES - length) {
            errno = EMSGSIZE;
            return -1;
        }
        if (parts[i].tx_buf)
            memcpy(message.bytes + length, (const void *)(uintptr_t)parts[i].tx_buf, parts[i].len);
        if (parts[i].speed_hz)
            message.speed_hz = parts[i].speed_hz;
        length += parts[i].len;
    }
    uint8_t answer[BUFSIZ_BYTES];
    size_t size = offsetof(struct message, bytes) + length;
    if (TEMP_FAILURE_RETRY(send(fd, &message, size, MSG_NOSIGNAL)) != (ssize_t)size ||
        TEMP_FAILURE_RETRY(recv(fd, answer, sizeof answer, 0)) != (ssize_t)length) {
        errno = EIO;
        return -1;
    }
    for (size_t i = 0, at = 0; i < count; at += parts[i].len, i++)
        if (parts[i].rx_buf)
            memcpy((void *)(uintptr_t)parts[i].rx_buf, answer + at, parts[i].len);
    return (int)length;
}

int ioctl(int fd, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (_IOC_TYPE(request) != SPI_IOC_MAGIC || fd < 0 || fd >= FILES)
        return NEXT(ioctl)(fd, request, argument);
    unsigned number = _IOC_NR(request) == MODE32 ? MODE : _IOC_NR(request);
    if (number == 0)
        return transfer(fd, argument, _IOC_SIZE(request) / sizeof(struct spi_ioc_transfer));
    if (number >= SETTINGS) {
        errno = ENOTTY;
        return -1;
    }
    if (_IOC_DIR(request) == _IOC_WRITE)
        memcpy(&settings[fd][number], argument, _IOC_SIZE(request)); /* the low bytes: all Pis are little-endian */
    else
        memcpy(argument, &settings[fd][number], _IOC_SIZE(request));
    return 0;
}
