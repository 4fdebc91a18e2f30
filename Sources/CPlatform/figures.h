// What the system says about this process, for those who watch it.
#include <dirent.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#ifdef __APPLE__
#include <libproc.h>
#include <mach/mach.h>
#include <sys/sysctl.h>
#endif

/// A figure that the system does not tell is negative.
typedef struct {
  /// In user and kernel mode, in seconds.
  double processor_seconds;
  double resident_bytes;
  double virtual_bytes;
  double open_files;
  double threads;
  /// Seconds since 1970.
  double started_at;
} mockidp_figures;

/// The first number after `name` at the beginning of a line of the file; negative when there is none.
static inline double mockidp_number_after(const char *path, const char *name) {
  FILE *file = fopen(path, "re");
  if (!file) return -1;
  char line[256];
  double number = -1;
  size_t length = strlen(name);
  while (number < 0 && fgets(line, sizeof line, file))
    if (strncmp(line, name, length) == 0) number = atof(line + length);
  fclose(file);
  return number;
}

/// The fields of proc(5)'s stat after the name of the program, which may have blanks and brackets in it.
static inline void mockidp_read_stat(mockidp_figures *figures) {
  FILE *file = fopen("/proc/self/stat", "re");
  if (!file) return;
  char text[2048];
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  char *field = strrchr(text, ')');
  if (!field) return;
  // The field after the bracket is the third.
  for (int number = 2; field && number <= 24; number++) {
    if (number == 20) figures->threads = atof(field);
    if (number == 22) {
      double boot = mockidp_number_after("/proc/stat", "btime ");
      if (boot >= 0) figures->started_at = boot + atof(field) / (double)sysconf(_SC_CLK_TCK);
    }
    if (number == 23) figures->virtual_bytes = atof(field);
    if (number == 24) figures->resident_bytes = atof(field) * (double)sysconf(_SC_PAGESIZE);
    field = strchr(field, ' ');
    if (field) field++;
  }
}

static inline double mockidp_open_files(void) {
  DIR *directory = opendir("/proc/self/fd");
  if (!directory) return -1;
  // Without the directory's own file.
  double count = -1;
  for (struct dirent *entry; (entry = readdir(directory));) count += entry->d_name[0] != '.';
  closedir(directory);
  return count;
}

/// Takes some tens of microseconds on Linux, where the system tells it in files.
static inline mockidp_figures mockidp_process_figures(void) {
  mockidp_figures figures = {-1, -1, -1, -1, -1, -1};
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) == 0)
    figures.processor_seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
#ifdef __linux__
  mockidp_read_stat(&figures);
  figures.open_files = mockidp_open_files();
#endif
#ifdef __APPLE__
  mach_task_basic_info_data_t task;
  mach_msg_type_number_t size = MACH_TASK_BASIC_INFO_COUNT;
  if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&task, &size) == KERN_SUCCESS) {
    figures.resident_bytes = (double)task.resident_size;
    figures.virtual_bytes = (double)task.virtual_size;
  }
  int bytes = proc_pidinfo(getpid(), PROC_PIDLISTFDS, 0, NULL, 0);
  if (bytes > 0) figures.open_files = (double)bytes / sizeof(struct proc_fdinfo);
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()};
  struct kinfo_proc process;
  size_t length = sizeof process;
  if (sysctl(name, 4, &process, &length, NULL, 0) == 0 && length > 0)
    figures.started_at = (double)process.kp_proc.p_starttime.tv_sec + (double)process.kp_proc.p_starttime.tv_usec / 1e6;
#endif
  return figures;
}
